import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';

export const chartHeight = 220;

export interface ChartProps {
  readonly series: { name: string; label: string; color: string; strokeDasharray?: string }[];
  readonly data: Record<string, string | number | null>[];
  /** As a number of the chart is written on its axis and beside the pointer. */
  readonly textOf: (value: number) => string;
  /** The end of the axis, where it is known. */
  readonly max?: number;
}

/** Lines over time. Nothing of it moves, and nothing of it takes the focus: the table below it has the same numbers. */
export function Chart({ series, data, textOf, max }: ChartProps) {
  return (
    <LineChart
      h={chartHeight}
      data={data}
      dataKey="step"
      series={series}
      curveType="linear"
      connectNulls={false}
      withDots={data.length < 15}
      valueFormatter={textOf}
      yAxisProps={{ width: 44, allowDecimals: false, ...(max !== undefined && { domain: [0, max] }) }}
      lineProps={{ isAnimationActive: false }}
      tooltipAnimationDuration={0}
      lineChartProps={{ accessibilityLayer: false }}
    />
  );
}
