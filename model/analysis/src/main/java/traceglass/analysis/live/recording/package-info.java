/// The timeline of a trace while it is being recorded, from a store to which rows are added, see
/// [traceglass.store.LiveStoreWriter].
///
/// The parts that take longer the longer the recording is (the tree, the minimap) are read again only after a
/// multiple of the time that they took. Tracks are read for the visible time and its surroundings, with a limited
/// number of events, so that showing the newest second costs the same after an hour. All tracks are read again each
/// time; the timeline shows their old content until the new content is available.
package traceglass.analysis.live.recording;
