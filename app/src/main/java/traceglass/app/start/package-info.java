/// Entry points: [traceglass.app.start.Main] for people, [traceglass.app.start.TrainingRun] for the AOT caches that
/// make
/// starts quick.
///
/// In: the command line and the window. Out: options of the virtual machine, which lie in files under `packaging/jvm`.
/// Nothing else uses this package.
package traceglass.app.start;
