import { isFew, type Rate, rateText } from './texts.ts';

/** A rate; one of few says of how many, in words that need no colour. */
export function RateNumber({ rate }: { readonly rate: Rate }) {
  return (
    <span className="number">
      {rateText(rate)}
      {isFew(rate) && <small className="few"> of {rate.denominator}</small>}
    </span>
  );
}
