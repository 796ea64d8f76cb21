/// How smoothly Chrome scrolls.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [ChromeSubject].
package traceglass.analysis.chrome;
