/// Screenshots.
///
/// [ScreenshotsSubject] registers the track and the event table.
package traceglass.analysis.screenshots;
