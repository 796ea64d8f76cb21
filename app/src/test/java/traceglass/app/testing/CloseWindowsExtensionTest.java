package traceglass.app.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;
import traceglass.app.panel.PanelFixture;
import traceglass.app.session.TraceSession;
import traceglass.store.cache.StoreCache;
import traceglass.store.database.StoreOptions;

@ExtendWith(ApplicationExtension.class)
class CloseWindowsExtensionTest {

    @TempDir
    Path folder;

    @Test
    void theCacheFileOfAClosedTraceIsWrittenBeforeTheFolderIsDeleted() throws Exception {
        Path trace = SampleFile.in(folder);
        StoreOptions options = StoreOptions.cachedIn(folder.resolve("cache"));
        TraceSession[] session = new TraceSession[1];
        PanelFixture.fx(() -> session[0] = TraceSession.open(trace, options));
        PanelFixture.await(session[0]::isReady);
        PanelFixture.fx(session[0]::close);
        CloseWindowsExtension.waitForTraces();
        assertTrue(StoreCache.of(options).find(trace).isPresent());
    }
}
