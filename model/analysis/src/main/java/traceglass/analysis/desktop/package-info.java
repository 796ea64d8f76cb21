/// Windows of Android's desktop mode.
///
/// A subject: its track and its table of events, see [DesktopSubject].
package traceglass.analysis.desktop;
