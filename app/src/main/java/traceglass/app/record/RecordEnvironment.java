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

/// Where targets come from, and where traces and saved configs go.
///
/// @param adb the devices
/// @param others targets that are always there
/// @param traces folder for recordings
/// @param configs folder for saved configs
public record RecordEnvironment(Devices adb, List<RecordingTarget> others, Path traces, Path configs) {

    /// A list of devices that keeps up.
    public interface Devices {

        /// Tells of the devices now and at every change, on a thread of its own, until it is closed.
        AutoCloseable watch(BiConsumer<List<? extends RecordingTarget>, RecordProblem> receiver);

        /// Attaches a device over the network.
        String connect(String address) throws RecordProblem;

        /// Pairs with a device that shows an address and a code.
        String pair(String address, String code) throws RecordProblem;

        /// Has devices that have not authorised this computer ask again.
        void askAgain() throws RecordProblem;
    }

    /// This machine as it is.
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
            public void askAgain() throws RecordProblem {
                adb.askAgain();
            }
        };
        return new RecordEnvironment(
                devices,
                List.of(LocalTarget.ofEnvironment(), ChromeTarget.ofEnvironment()),
                Path.of(System.getProperty("user.home", "."), "Traces"),
                Folders.ofPlatform().config().resolve("configs"));
    }
}
