/// Samples of callstacks.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [SamplesSubject].
package traceglass.analysis.samples;
