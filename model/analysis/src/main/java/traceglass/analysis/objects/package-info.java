/// Objects that Chrome traces, with the snapshots of their state.
///
/// [ObjectsSubject] registers the tracks and the event tables.
package traceglass.analysis.objects;
