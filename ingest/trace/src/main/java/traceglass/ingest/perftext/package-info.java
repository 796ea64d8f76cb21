/// Output of `perf script`, and simpleperf's reports in the same form: text with a line for each sample, followed by
/// the frames of its stack.
///
/// Input: lines. Output: samples with stacks, or a profile without times if the text has no times.
package traceglass.ingest.perftext;
