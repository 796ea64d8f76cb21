/// Trace summaries: metrics of a trace with dimensions, as a `TraceSummarySpec` describes them, in a form that stays
/// stable between versions. Structured queries become SQL; their rows become `TraceSummary` messages.
@NullMarked
package traceglass.engine.summary;

import org.jspecify.annotations.NullMarked;
