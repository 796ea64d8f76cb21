/// Frames of video that a trace holds.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [VideoSubject].
package traceglass.analysis.video;
