/// States that programs write themselves: one at a time on each track.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [StatesSubject].
package traceglass.analysis.states;
