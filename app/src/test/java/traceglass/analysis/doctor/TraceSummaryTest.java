package traceglass.analysis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.testing.SharedTestTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.Importers;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Tests the description of the recording device.
public class TraceSummaryTest {

    private static TraceSummary read(String trace) throws Exception {
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require(trace), StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            return TraceSummary.read(new TraceQueries(c), Importers.builtIn()::formatName);
        }
    }

    @Test
    void showsAShortKernelVersionIfTheBuildIsUnknown() throws Exception {
        TraceSummary s = read("perfetto/android-emulator12-sched-callstacks.pftrace");
        assertEquals("Linux 5.10.43", s.deviceText());
        assertFalse(s.system().containsKey("Build"), s.system().toString());
        assertTrue(
                s.system().get("Kernel").startsWith("Linux 5.10.43-android12-9-00031"),
                s.system().toString());
    }

    @Test
    void showsDeviceAndAndroidVersionOfAPhone() throws Exception {
        TraceSummary s = read("perfetto/android-pixel6a-startup-warm.pftrace");
        assertEquals("bluejay · Android 13", s.deviceText());
        assertTrue(s.system().containsKey("Build"), s.system().toString());
    }
}
