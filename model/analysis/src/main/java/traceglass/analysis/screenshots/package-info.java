/// Pictures of the screen that a trace holds.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [ScreenshotsSubject].
package traceglass.analysis.screenshots;
