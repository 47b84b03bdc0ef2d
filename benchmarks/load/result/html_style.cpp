// The style sheet of the page. Colours are told apart by lightness as well, and have a contrast of
// at least 3 to 1 with the page.

#include "benchmarks/load/result/html.hpp"

namespace plumbline::load {
namespace {

constexpr std::string_view kPageStyle = R"(:root {
  color-scheme: light dark;
  --page: #ffffff; --text: #1b1f24; --muted: #57606a; --rule: #d0d7de; --grid: #e7eaee; --panel: #f6f8fa;
  --warn: #953800; --warn-page: #fff4e5;
  --c0: #0b62a4; --c1: #c2410c; --c2: #00795c; --c3: #9b3a7d; --c4: #7a5d00; --c5: #5b4fc4;
  --r0: #3991d0; --r1: #5173d6; --r2: #7945d3; --r3: #8d259d; --r4: #801e5c; --r5: #5c1220;
  --h0: #b9d5ee; --h1: #97bfe2; --h2: #74a7d4; --h3: #4f8dc4; --h4: #3272b0; --h5: #1b5592; --h6: #0a3566;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1419; --text: #e6e9ed; --muted: #9aa5b1; --rule: #323b45; --grid: #222a33; --panel: #171d24;
    --warn: #ffb77a; --warn-page: #2b1d0e;
    --c0: #5cb0f2; --c1: #ff9457; --c2: #3fcfa4; --c3: #ec9ad0; --c4: #e2c14d; --c5: #aca3ff;
    --r0: #1b7bc0; --r1: #6384e9; --r2: #af8bee; --r3: #e394f0; --r4: #f7b0cf; --r5: #ffe3b3;
    --h0: #1e4266; --h1: #245586; --h2: #2f6ba5; --h3: #4784bf; --h4: #6ea2d6; --h5: #a0c5ea; --h6: #e2effb;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem 1.25rem 3rem; max-width: 78rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; border-bottom: 1px solid var(--rule); padding-bottom: .25rem; }
h3 { font-size: 1.05rem; margin: 0 0 .25rem; }
p { margin: .25rem 0 .75rem; max-width: 70ch; overflow-wrap: anywhere; }
.lead { color: var(--muted); }
ul.findings { padding-left: 1.2rem; max-width: 75ch; }
.findings li, dd { overflow-wrap: anywhere; }
.warn { color: var(--warn); background: var(--warn-page); border-left: 4px solid var(--warn); padding: .4rem .75rem; max-width: 75ch; overflow-wrap: anywhere; }
.plots { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); align-items: start; }
figure { margin: 0; padding: .9rem 1rem 1rem; background: var(--panel); border: 1px solid var(--rule); border-radius: .5rem; min-width: 0; }
figcaption { font-size: .9rem; color: var(--muted); }
figcaption h3 { color: var(--text); }
figcaption p { margin: 0 0 .5rem; }
svg { display: block; width: 100%; height: auto; }
svg text { font-size: 12px; fill: var(--muted); }
svg .mid { text-anchor: middle; }
svg .end { text-anchor: end; }
svg .label { fill: var(--text); }
path.grid { stroke: var(--grid); stroke-width: 1; fill: none; }
path.axis { stroke: var(--muted); stroke-width: 1; fill: none; }
path.line { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
path.dashed { stroke-dasharray: 6 4; }
path.mark { stroke-width: 1.6; }
path.ref { stroke: var(--muted); stroke-width: 1.3; }
path.c0 { stroke: var(--c0); } path.c1 { stroke: var(--c1); } path.c2 { stroke: var(--c2); }
path.c3 { stroke: var(--c3); } path.c4 { stroke: var(--c4); } path.c5 { stroke: var(--c5); }
path.r0 { stroke: var(--r0); } path.r1 { stroke: var(--r1); } path.r2 { stroke: var(--r2); }
path.r3 { stroke: var(--r3); } path.r4 { stroke: var(--r4); } path.r5 { stroke: var(--r5); }
path.mark.c0 { fill: var(--c0); } path.mark.c1 { fill: var(--c1); } path.mark.c2 { fill: var(--c2); }
path.mark.c3 { fill: var(--c3); } path.mark.c4 { fill: var(--c4); } path.mark.c5 { fill: var(--c5); }
path.mark.hollow { fill: var(--panel); }
path.h0 { fill: var(--h0); } path.h1 { fill: var(--h1); } path.h2 { fill: var(--h2); } path.h3 { fill: var(--h3); }
path.h4 { fill: var(--h4); } path.h5 { fill: var(--h5); } path.h6 { fill: var(--h6); }
ul.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .15rem 1rem; margin: .25rem 0 0; padding: 0; font-size: .85rem; }
ul.legend li { display: flex; align-items: center; gap: .4rem; }
svg.key { width: 28px; height: 12px; flex: none; }
.wide { overflow-x: auto; max-width: 100%; }
.wide:focus-visible { outline: 2px solid var(--c0); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--muted); padding: .25rem 0; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
thead th { color: var(--muted); font-weight: 600; vertical-align: bottom; }
th:first-child { text-align: left; font-weight: 600; position: sticky; left: 0; background: var(--page); }
figure th:first-child { background: var(--panel); }
td.words { text-align: left; white-space: normal; min-width: 14rem; }
details { margin: .5rem 0; }
summary { cursor: pointer; color: var(--c0); font-size: .9rem; padding: .2rem 0; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1rem; margin: .5rem 0; font-size: .95rem; }
dt { color: var(--muted); }
dd { margin: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--panel); border: 1px solid var(--rule); border-radius: .4rem; padding: .6rem .8rem; font-size: .85rem; margin: .25rem 0; }
@media (max-width: 36rem) {
  body { padding: .5rem .75rem 2rem; }
  figure { padding: .6rem .5rem .75rem; }
  svg text { font-size: 14.5px; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: .4rem; }
}
@media print {
  body { max-width: none; }
  figure { break-inside: avoid; }
}
)";

}  // namespace

std::string_view page_style() {
    return kPageStyle;
}

}  // namespace plumbline::load
