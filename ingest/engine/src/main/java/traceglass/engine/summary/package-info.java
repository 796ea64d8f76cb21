/// Trace summaries: metrics of a trace with dimensions, described by a `TraceSummarySpec`, in a format that is stable
/// between versions. Structured queries are converted to SQL, and their rows to `TraceSummary` messages.
@NullMarked
package traceglass.engine.summary;

import org.jspecify.annotations.NullMarked;
