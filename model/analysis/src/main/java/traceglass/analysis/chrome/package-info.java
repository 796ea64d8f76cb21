/// Scroll smoothness in Chrome.
///
/// [ChromeSubject] registers the tracks and event tables.
package traceglass.analysis.chrome;
