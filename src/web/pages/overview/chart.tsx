import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';

export interface ChartProps {
  readonly series: { name: string; label: string; color: string; strokeDasharray?: string }[];
  readonly data: Record<string, string | number | null>[];
  /** As a number of the chart is written on its axis and beside the pointer. */
  readonly textOf: (value: number) => string;
  /** The end of the axis, where it is known. */
  readonly max?: number;
}

/** Lines over time, as high as the box around them. Nothing moves or takes the focus: the table below has the same numbers. */
export function Chart({ series, data, textOf, max }: ChartProps) {
  return (
    <LineChart
      h="100%"
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
