package traceglass.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import traceglass.protos.common.ObservableEvents;
import traceglass.protos.config.TraceConfig;
import traceglass.service.core.peer.PeerIdentity;

/// Tests the checks of configs, in their order, and the limits over all sessions.
@EnabledOnOs(OS.LINUX)
class EnableTracingTest {

    @TempDir
    private Path folder;

    private final List<Throwable> problems = new ArrayList<>();
    private final ServiceLoop loop = new ServiceLoop(problems::add);
    private final TracingService service = new TracingService(loop, "test", 7, problems::add);
    private final List<String> ends = new ArrayList<>();

    @AfterEach
    void stop() {
        loop.close();
        assertEquals(List.of(), problems);
    }

    private ConsumerEndpoint consumer(int uid) {
        return consumer(service, uid, false);
    }

    private ConsumerEndpoint consumer(TracingService service, int uid, boolean isRemote) {
        return service.connectConsumer(PeerIdentity.local(uid, 1), new ConsumerClient() {
            @Override
            public boolean isRemote() {
                return isRemote;
            }

            @Override
            public void onTracingDisabled(String error) {
                ends.add(String.valueOf(error));
            }

            @Override
            public void onEvents(ObservableEvents events) {}
        });
    }

    private static TraceConfig config(String text) throws TextFormat.ParseException {
        TraceConfig.Builder config = TraceConfig.newBuilder();
        TextFormat.merge(text, config);
        return config.build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "duration_ms: 604800001 trigger_config { trigger_mode: START_TRACING } | too long",
                "trigger_config { trigger_mode: START_TRACING } duration_ms: 5 | must be positive",
                "trigger_config { use_clone_snapshot_if_available: true } | needs trigger_mode: STOP_TRACING",
                "trigger_config { trigger_mode: STOP_TRACING trigger_timeout_ms: 5 } duration_ms: 5 | together with",
                "bugreport_filename: 'a/b' | invalid characters",
                "trigger_config { trigger_mode: CLONE_SNAPSHOT trigger_timeout_ms: 5 } write_into_file: true | don't"
                        + " support",
                "trigger_config { triggers { name: 'x' } triggers { name: 'x' } } | \"x\" is used twice",
                "enable_extra_guardrails: true deferred_start: true | deferred_start",
                "enable_extra_guardrails: true buffers { size_kb: 6 } | multiples of 4",
                "enable_extra_guardrails: true buffers { size_kb: 131076 } | too large",
                "buffers { size_kb: 4 name: 'a' } buffers { size_kb: 4 name: 'a' } | by buffers 0 and 1",
                "data_sources { config { name: 's' } } | out of bounds",
                "buffers { size_kb: 4 } data_sources { config { name: 's' target_buffer_name: 'b' } } | doesn't exist",
                "buffers { size_kb: 4 } buffers { size_kb: 4 name: 'b' } buffers { size_kb: 4 }"
                        + " data_sources { config { target_buffer: 2 target_buffer_name: 'b' } } | different buffers",
                "buffers { size_kb: 4 } data_sources { config { name: 's' } producer_name_regex_filter: '(' } |"
                        + " regular",
                "trace_filter { bytecode: 'x' } | trace_filter is invalid",
                "priority_boost { priority: 3 } | Invalid priority_boost",
                "priority_boost { policy: POLICY_SCHED_FIFO priority: 3 } | can't boost",
                "write_into_file: true | either a file descriptor",
                "buffers { size_kb: 0 } | size of a buffer",
                "buffers { size_kb: 4194304 } | size of a buffer"
            })
    void namesTheFirstProblem(String text, String expected) throws Exception {
        String problem = consumer(1).enable(config(text), null);
        assertNotNull(problem);
        assertTrue(problem.contains(expected), problem);
        assertEquals(0, service.sessions().size());
    }

    @Test
    void writesNoFilesForOtherUsersAsRootOrForRemoteConsumers() throws Exception {
        TracingService rootService = new TracingService(loop, "test", 0, problems::add);
        Path file = folder.resolve("trace");
        TraceConfig config = config("buffers { size_kb: 4 } write_into_file: true output_path: '" + file + "'");
        for (ConsumerEndpoint consumer :
                List.of(consumer(rootService, 1, false), consumer(rootService, 0, true), consumer(service, 7, true))) {
            assertEquals(
                    ServiceErrors.noFile(file.toString(), ServiceErrors.NOT_ITS_USER), consumer.enable(config, null));
            assertFalse(Files.exists(file));
        }
        for (ConsumerEndpoint consumer : List.of(consumer(rootService, 0, false), consumer(service, 1, false))) {
            assertNull(consumer.enable(config, null));
            Files.delete(file);
            consumer.free();
        }
    }

    @Test
    void ignoresFieldsForTheCommandLineToolAndForAndroid() throws Exception {
        assertNull(consumer(1).enable(config("""
                                statsd_metadata { triggering_alert_id: 1 } statsd_logging: STATSD_LOGGING_ENABLED
                                incident_report_config { destination_package: 'a' } notify_traceur: true
                                android_report_config { reporter_service_package: 'a' reporter_service_class: 'b' }
                                cmd_trace_start_delay { min_delay_ms: 1 max_delay_ms: 2 } activate_triggers: 't'
                                bugreport_score: 3 trace_attributes {} buffers { size_kb: 4 }
                                """), null));
    }

    @Test
    void limitsSessions() throws Exception {
        TraceConfig small = config("buffers { size_kb: 4 }");
        ConsumerEndpoint first = consumer(1);
        assertNull(first.enable(small, null));
        assertEquals(ServiceErrors.HAS_SESSION, first.enable(small, null));
        for (int i = 1; i < Limits.SESSIONS_PER_USER; i++) {
            assertNull(consumer(1).enable(small, null));
        }
        assertEquals(ServiceErrors.tooManyOfUser(1), consumer(1).enable(small, null));
        for (int i = Limits.SESSIONS_PER_USER; i < Limits.SESSIONS; i++) {
            assertNull(consumer(2 + i % 3).enable(small, null));
        }
        assertEquals(ServiceErrors.tooMany(), consumer(9).enable(small, null));
        first.free();
        assertNull(consumer(9).enable(small, null));
    }

    @Test
    void protectsNamesSemaphoresAndExclusiveSessions() throws Exception {
        assertNull(consumer(1)
                .enable(
                        config("unique_session_name: 'a' session_semaphores { name: 's' max_other_session_count: 1 }"),
                        null));
        assertEquals(ServiceErrors.nameTaken("a"), consumer(2).enable(config("unique_session_name: 'a'"), null));
        String semaphore = "session_semaphores { name: 's' max_other_session_count: 0 }";
        assertEquals(ServiceErrors.semaphore("s"), consumer(2).enable(config(semaphore), null));
        assertNull(consumer(2).enable(config("exclusive_prio: 5"), null));
        assertEquals(List.of(ServiceErrors.aborted(5)), ends);
        assertEquals(ServiceErrors.exclusive(5), consumer(3).enable(config("exclusive_prio: 5"), null));
        assertEquals(1, service.sessions().size());
    }

    @Test
    void locksOutProducersOfOtherUsers() throws Exception {
        ProducerEndpoint.ProducerInfo info = new ProducerEndpoint.ProducerInfo("p", "", 0, 0, false, false);
        assertNull(consumer(1).enable(config("lockdown_mode: LOCKDOWN_SET"), null));
        assertNull(service.connectProducer(PeerIdentity.local(8, 1), info, null, null));
        assertNotNull(service.connectProducer(PeerIdentity.local(7, 1), info, null, null));
        assertNull(consumer(1).enable(config("lockdown_mode: LOCKDOWN_CLEAR"), null));
        assertNotNull(service.connectProducer(PeerIdentity.local(8, 1), info, null, null));
    }
}
