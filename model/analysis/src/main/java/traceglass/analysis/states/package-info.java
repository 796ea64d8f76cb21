/// States that programs write themselves, one at a time on each track.
///
/// [StatesSubject] registers the event table and the report.
package traceglass.analysis.states;
