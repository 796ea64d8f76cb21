package traceglass.app.record;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import traceglass.app.settings.Folders;
import traceglass.record.adb.Adb;
import traceglass.record.adb.AdbServer;
import traceglass.record.chrome.ChromeTarget;
import traceglass.record.local.LocalTarget;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;

/// Sources of recording targets, and folders for traces and saved configs.
///
/// @param adb the Android devices
/// @param targets targets that are always listed
/// @param traces folder for recordings
/// @param configs folder for saved configs
public record RecordEnvironment(Devices adb, List<RecordingTarget> targets, Path traces, Path configs) {

    /// A list of devices that is kept up to date.
    public interface Devices {

        /// Reports the devices now and at every change, on a separate thread, until the returned object is
        /// closed.
        AutoCloseable watch(BiConsumer<List<? extends RecordingTarget>, RecordProblem> receiver);

        /// Connects a device over the network and returns the reply of adb.
        String connect(String address) throws RecordProblem;

        /// Pairs with a device that shows an address and a code, and returns the reply of adb.
        String pair(String address, String code) throws RecordProblem;

        /// Makes devices that have not authorized this computer show the prompt again.
        void requestAuthorization() throws RecordProblem;
    }

    /// Returns the environment of this computer.
    public static RecordEnvironment ofPlatform() {
        Map<String, String> variables = System.getenv();
        Adb adb = new Adb(AdbServer.ofEnvironment(variables), variables);
        Devices devices = new Devices() {
            @Override
            public AutoCloseable watch(BiConsumer<List<? extends RecordingTarget>, RecordProblem> receiver) {
                return adb.watch(receiver::accept);
            }

            @Override
            public String connect(String address) throws RecordProblem {
                return adb.connect(address);
            }

            @Override
            public String pair(String address, String code) throws RecordProblem {
                return adb.pair(address, code);
            }

            @Override
            public void requestAuthorization() throws RecordProblem {
                adb.reconnectOffline();
            }
        };
        return new RecordEnvironment(
                devices,
                List.of(LocalTarget.ofEnvironment(), ChromeTarget.ofEnvironment()),
                Path.of(System.getProperty("user.home", "."), "Traces"),
                Folders.ofPlatform().config().resolve("configs"));
    }
}
