/// Windows of Android's desktop mode.
///
/// [DesktopSubject] registers the track and the event table.
package traceglass.analysis.desktop;
