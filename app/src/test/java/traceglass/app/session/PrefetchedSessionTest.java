package traceglass.app.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.app.task.DeferredFxQueue;
import traceglass.app.testing.SampleFile;
import traceglass.store.database.StoreOptions;

@ExtendWith(ApplicationExtension.class)
class PrefetchedSessionTest {

    @TempDir
    Path folder;

    private static void waitFor(BooleanSupplier condition) throws Exception {
        WaitForAsyncUtils.waitFor(
                60,
                TimeUnit.SECONDS,
                () -> WaitForAsyncUtils.asyncFx(condition::getAsBoolean).get());
    }

    @Test
    void prefetchedSessionIsUsedByTheFirstMatchingRequest() throws Exception {
        Path trace = SampleFile.in(folder);
        StoreOptions options = StoreOptions.uncached().withTempDir(Files.createDirectory(folder.resolve("temp")));
        PrefetchedSession.begin(trace, options);
        TraceSession session = WaitForAsyncUtils.asyncFx(() -> TraceSession.open(trace, options))
                .get();
        waitFor(session::isReady);
        assertNotNull(session.tracks());
        assertNull(
                WaitForAsyncUtils.asyncFx(() -> PrefetchedSession.claim(TraceSession.normalized(trace), options))
                        .get(),
                "the session was used twice");
        WaitForAsyncUtils.asyncFx(session::close).get();
    }

    @Test
    void prefetchedSessionWithOtherOptionsIsCanceled() throws Exception {
        Path trace = SampleFile.in(folder);
        Path temp = Files.createDirectory(folder.resolve("temp"));
        StoreOptions options = StoreOptions.uncached().withTempDir(temp);
        PrefetchedSession.begin(trace, options);
        assertNull(WaitForAsyncUtils.asyncFx(() ->
                        PrefetchedSession.claim(TraceSession.normalized(trace), options.withMemoryLimit(1L << 30)))
                .get());
        WaitForAsyncUtils.waitFor(60, TimeUnit.SECONDS, () -> {
            try (Stream<Path> remaining = Files.list(temp)) {
                return remaining.findAny().isEmpty();
            }
        });
        TraceSession next = WaitForAsyncUtils.asyncFx(() -> TraceSession.open(trace, options))
                .get();
        assertNotSame(TraceSession.State.CANCELED, next.state());
        waitFor(next::isReady);
        WaitForAsyncUtils.asyncFx(next::close).get();
    }

    @Test
    void failureToOpenIsReportedToTheRequester() throws Exception {
        Path letter = Files.writeString(folder.resolve("letter.txt"), "Dear all, this is not a trace.");
        StoreOptions options = StoreOptions.uncached();
        PrefetchedSession.begin(letter, options);
        TraceSession session = WaitForAsyncUtils.asyncFx(() -> TraceSession.open(letter, options))
                .get();
        waitFor(() -> session.state() != TraceSession.State.OPENING);
        assertSame(TraceSession.State.FAILED, session.state());
    }

    @Test
    void actionsSentBeforeOpeningRunInOrder() throws Exception {
        DeferredFxQueue delivery = new DeferredFxQueue();
        List<Integer> actual = new ArrayList<>();
        delivery.send(() -> actual.add(1));
        delivery.send(() -> actual.add(2));
        WaitForAsyncUtils.asyncFx(() -> {
                    assertEquals(List.of(), actual);
                    delivery.drain();
                    assertEquals(List.of(1, 2), actual);
                    delivery.drain();
                    delivery.send(() -> actual.add(3));
                    assertEquals(List.of(1, 2), actual, "later actions must run after earlier ones");
                })
                .get();
        WaitForAsyncUtils.waitForFxEvents();
        assertEquals(
                List.of(1, 2, 3),
                WaitForAsyncUtils.asyncFx(() -> List.copyOf(actual)).get());
    }
}
