/// Entry points: [traceglass.app.start.Main] for users, [traceglass.app.start.TrainingRun] for the AOT caches that
/// speed up starts.
///
/// Options of the virtual machine are in files under `packaging/jvm`. No other package uses this one.
package traceglass.app.start;
