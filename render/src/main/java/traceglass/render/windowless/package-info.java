/// Painting without a visible window: pictures for files, warm-up before the first trace is opened, benchmarks, and
/// batch threads.
///
/// Uses the timeline control. No other package of this module uses this one.
package traceglass.render.windowless;
