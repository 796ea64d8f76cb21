/// Two traces compared: what happened in both by name, with counts and times of either and the difference, biggest
/// first.
///
/// In: the two stores, by SQL on query threads. A subject is a class that says what to ask; the page and the command
/// line show any of them. Nothing here knows how the timelines are drawn or how a second trace is opened.
package traceglass.app.compare;
