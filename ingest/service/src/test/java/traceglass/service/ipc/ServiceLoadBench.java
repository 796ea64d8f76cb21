package traceglass.service.ipc;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.ipc.EnableTracingRequest;
import traceglass.protos.ipc.GetAsyncCommandRequest;
import traceglass.protos.ipc.GetAsyncCommandResponse;
import traceglass.protos.ipc.GetTraceStatsRequest;
import traceglass.protos.ipc.GetTraceStatsResponse;
import traceglass.protos.ipc.InitializeConnectionRequest;
import traceglass.protos.ipc.RegisterDataSourceRequest;
import traceglass.protos.ipc.RegisterTraceWriterRequest;
import traceglass.protos.ipc.SyncRequest;
import traceglass.protos.trace.TestEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.SharedMemory;
import traceglass.service.testing.PageWriter;
import traceglass.service.testing.RawClient;

/// Measures how many events per second a service receives from many producers without loss. Arguments:
/// producers, total events per second, seconds.
public final class ServiceLoadBench {

    private static final int BATCH = 50;
    private static final long SHORTEST_WAIT_NS = 8_000;
    private static final long LONGEST_WAIT_NS = 40_000_000;

    private ServiceLoadBench() {}

    public static void main(String[] args) throws Exception {
        int producers = Integer.parseInt(args[0]);
        long rate = Long.parseLong(args[1]);
        int seconds = Integer.parseInt(args[2]);
        Path folder = Files.createTempDirectory("tgload");
        String p = folder.resolve("p").toString();
        String c = folder.resolve("c").toString();
        try (ServiceHost _ = new ServiceHost(List.of(p), List.of(c), "bench", Throwable::printStackTrace);
                RawClient consumer = new RawClient(c, "ConsumerPort")) {
            TraceConfig config = TraceConfig.newBuilder()
                    .addBuffers(TraceConfig.BufferConfig.newBuilder().setSizeKb(512 << 10))
                    .addDataSources(TraceConfig.DataSource.newBuilder()
                            .setConfig(DataSourceConfig.newBuilder().setName("load")))
                    .build();
            consumer.send(
                    "EnableTracing",
                    EnableTracingRequest.newBuilder().setTraceConfig(config).build(),
                    false);
            AtomicLong written = new AtomicLong();
            AtomicLong stalls = new AtomicLong();
            CountDownLatch ready = new CountDownLatch(producers);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < producers; i++) {
                long perProducer = rate / producers * seconds;
                threads.add(Thread.ofPlatform().start(() -> produce(p, perProducer, seconds, ready, written, stalls)));
            }
            ready.await();
            long start = System.nanoTime();
            long cpuBefore = cpuNs();
            for (Thread thread : threads) {
                thread.join();
            }
            double took = (System.nanoTime() - start) / 1e9;
            double cpu = (cpuNs() - cpuBefore) / 1e9;
            TraceStats stats = GetTraceStatsResponse.parseFrom(
                            consumer.ask("GetTraceStats", GetTraceStatsRequest.getDefaultInstance()))
                    .getTraceStats();
            System.out.printf(
                    "%d events in %.2f s: %.0f events/s, %d waits for memory, %.2f s of CPU, %.2f in the loop%n%s%n",
                    written.get(),
                    took,
                    written.get() / took,
                    stalls.get(),
                    cpu,
                    loopCpuNs() / 1e9,
                    stats.getBufferStats(0));
        } finally {
            Files.deleteIfExists(folder);
        }
    }

    private static long cpuNs() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static long loopCpuNs() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().equals("tracing service")) {
                return threads.getThreadCpuTime(thread.getThreadId());
            }
        }
        return 0;
    }

    private static void produce(
            String socket, long events, int seconds, CountDownLatch ready, AtomicLong written, AtomicLong stalls) {
        try (RawClient client = new RawClient(socket, "ProducerPort")) {
            client.ask("InitializeConnection", InitializeConnectionRequest.getDefaultInstance());
            long commands = client.send("GetAsyncCommand", GetAsyncCommandRequest.getDefaultInstance(), false);
            client.ask(
                    "RegisterDataSource",
                    RegisterDataSourceRequest.newBuilder()
                            .setDataSourceDescriptor(
                                    DataSourceDescriptor.newBuilder().setName("load"))
                            .build());
            client.answer(commands);
            SharedMemory memory = SharedMemory.map(client.receivedDescriptor());
            int buffer = GetAsyncCommandResponse.parseFrom(
                            client.answer(commands).bytes())
                    .getSetupDataSource()
                    .getConfig()
                    .getTargetBuffer();
            client.ask(
                    "RegisterTraceWriter",
                    RegisterTraceWriterRequest.newBuilder()
                            .setTraceWriterId(1)
                            .setTargetBuffer(buffer)
                            .build());
            PageWriter writer = new PageWriter(memory.segment(), 4096, 1, 1, buffer);
            byte[] packet = TracePacket.newBuilder()
                    .setTimestamp(1_000_000_000_000L)
                    .setForTesting(TestEvent.newBuilder().setStr("an event of usual size"))
                    .build()
                    .toByteArray();
            ready.countDown();
            ready.await();
            long start = System.nanoTime();
            for (long i = 0; i < events; i++) {
                for (long waitNs = SHORTEST_WAIT_NS;
                        !writer.write(packet);
                        waitNs = Math.min(LONGEST_WAIT_NS, 8 * waitNs)) {
                    stalls.incrementAndGet();
                    if (writer.hasCommits()) {
                        client.send("CommitData", writer.commit(), true);
                    }
                    LockSupport.parkNanos(waitNs);
                }
                if (i % BATCH == 0) {
                    if (writer.hasCommits()) {
                        client.send("CommitData", writer.commit(), true);
                    }
                    long due = start + (long) (seconds * 1e9 / events * i);
                    LockSupport.parkNanos(due - System.nanoTime());
                }
            }
            writer.finish();
            client.send("CommitData", writer.commit(), true);
            client.ask("Sync", SyncRequest.getDefaultInstance());
            written.addAndGet(events);
            memory.close();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
