/// The timeline of a recording that is still running: the bar above it, and following its end.
///
/// How events arrive: a recorder reads data from the target several times a second and appends the packets to
/// the trace file ([traceglass.record.spi.TraceFile]). [traceglass.app.session.LiveRecording] imports the new
/// data ([traceglass.ingest.open.GrowingTraceReader]), adds it to a store that grows
/// ([traceglass.store.LiveStoreWriter]) and reads the visible part of the timeline
/// ([traceglass.analysis.live.recording.LiveTimeline]). A session of such a store is ready from the first
/// events on, so search, selection and all panels work as for any other trace, on the data that has arrived.
/// When the recording has ended, its file is opened like any other and replaces the session, with the view, the
/// selection and the notes.
package traceglass.app.window.live;
