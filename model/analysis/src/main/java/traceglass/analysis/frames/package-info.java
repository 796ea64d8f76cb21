/// Display frames and jank.
///
/// [FramesSubject] registers the tracks, reports and comparisons.
package traceglass.analysis.frames;
