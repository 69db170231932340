/** What a drawing is made of. Nothing here runs, loads, links, moves, or holds anything but SVG. */
export const elements: ReadonlySet<string> = words(`
  g defs symbol use path rect circle ellipse line polyline polygon text tspan style
  linearGradient radialGradient stop clipPath mask pattern marker
  filter feBlend feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge feMergeNode feOffset`);

export const gradients: ReadonlySet<string> = words('linearGradient radialGradient');

export const attributes: ReadonlySet<string> = words(`
  id class style transform d points x y x1 y1 x2 y2 cx cy r rx ry dx dy fx fy fr width height viewBox
  preserveAspectRatio pathLength offset gradientUnits gradientTransform spreadMethod patternUnits
  patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight
  refX refY orient filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4 type values stdDeviation edgeMode
  rotate textLength lengthAdjust
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip-path clip-rule mask mask-type filter
  marker-start marker-mid marker-end paint-order vector-effect shape-rendering text-rendering image-rendering
  color-interpolation color-interpolation-filters flood-color flood-opacity stop-color stop-opacity
  mix-blend-mode isolation font-family font-size font-style font-weight font-stretch font-variant letter-spacing
  word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift`);

/** Of CSS, and of attributes that are written like it. Others may load something. */
export const functions: ReadonlySet<string> = words(`
  rgb rgba hsl hsla url matrix translate translateX translateY scale scaleX scaleY rotate skewX skewY calc`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
