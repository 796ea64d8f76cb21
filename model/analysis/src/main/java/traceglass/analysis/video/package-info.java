/// Video frames.
///
/// [VideoSubject] registers the tracks and the event table.
package traceglass.analysis.video;
