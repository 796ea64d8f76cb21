/// Lists of events that may be millions long: logs and raw ftrace events, in step with the timeline.
///
/// In: the store, by SQL on query threads; what is visible on the timeline. A kind of event is a class that says what
/// its rows are and what they can be filtered by; `EventPanel` shows any of them. Only the ids and times of a list are
/// kept, its rows are read by pages.
package traceglass.app.panel.events;
