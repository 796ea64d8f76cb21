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
import java.util.concurrent.CompletableFuture;
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

/// Measures how many events per second a service receives from many producers without loss. All producers follow one
/// schedule: a producer that had to wait writes faster until it has caught up. Arguments: producers, total events per
/// second, seconds.
public final class ServiceLoadBench {

    private static final int BATCH_SIZE = 50;
    private static final long SHORTEST_WAIT_NS = 8_000;
    private static final long LONGEST_WAIT_NS = 40_000_000;
    /// Time between the last registration and the first event, in which all threads wake up.
    private static final long LEAD_NS = 300_000_000;

    private final int producers;
    private final long rate;
    private final int seconds;
    private final CountDownLatch ready;
    private final CompletableFuture<Long> start = new CompletableFuture<>();
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong inTime = new AtomicLong();
    private final AtomicLong stalls = new AtomicLong();
    private final AtomicLong lastNs = new AtomicLong(Long.MIN_VALUE);

    private ServiceLoadBench(int producers, long rate, int seconds) {
        this.producers = producers;
        this.rate = rate;
        this.seconds = seconds;
        ready = new CountDownLatch(producers);
    }

    public static void main(String[] args) throws Exception {
        new ServiceLoadBench(Integer.parseInt(args[0]), Long.parseLong(args[1]), Integer.parseInt(args[2])).run();
    }

    private void run() throws Exception {
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
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < producers; i++) {
                threads.add(Thread.ofPlatform().start(() -> produce(p)));
            }
            ready.await();
            long cpuBefore = cpuNs();
            long startNs = System.nanoTime() + LEAD_NS;
            start.complete(startNs);
            for (Thread thread : threads) {
                thread.join();
            }
            double received = (System.nanoTime() - startNs) / 1e9;
            double cpu = (cpuNs() - cpuBefore) / 1e9;
            double took = Math.max(seconds, (lastNs.get() - startNs) / 1e9);
            System.out.printf(
                    "%d events written in %.2f s: %.0f events/s, %.2f %% within %d s; all received after %.2f s%n"
                            + "%d waits for memory, %.2f s of CPU, %.2f in the loop; heap %d MB, resident %d MB%n",
                    written.get(),
                    took,
                    written.get() / took,
                    100.0 * inTime.get() / written.get(),
                    seconds,
                    received,
                    stalls.get(),
                    cpu,
                    loopCpuNs() / 1e9,
                    heapMb(),
                    residentMb());
            printBuffer(consumer);
        } finally {
            Files.deleteIfExists(folder);
        }
    }

    private void printBuffer(RawClient consumer) throws IOException {
        TraceStats stats = GetTraceStatsResponse.parseFrom(
                        consumer.call("GetTraceStats", GetTraceStatsRequest.getDefaultInstance()))
                .getTraceStats();
        TraceStats.BufferStats buffer = stats.getBufferStats(0);
        AtomicLong read = new AtomicLong();
        consumer.readPackets(packet -> {
            if (packet.hasForTesting()) {
                read.incrementAndGet();
            }
        });
        System.out.printf(
                "buffer: %d MB written of %d; %d chunks overwritten, %d discarded; %d events read, %d lost%n",
                buffer.getBytesWritten() >> 20,
                buffer.getBufferSize() >> 20,
                buffer.getChunksOverwritten(),
                buffer.getChunksDiscarded(),
                read.get(),
                written.get() - read.get());
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

    private static long heapMb() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory() >> 20;
    }

    private static long residentMb() throws IOException {
        String status = Files.readString(Path.of("/proc/self/status"));
        return Long.parseLong(status.replaceAll("(?s).*VmRSS:\\s+(\\d+).*", "$1")) >> 10;
    }

    private void produce(String socket) {
        try (RawClient client = new RawClient(socket, "ProducerPort")) {
            client.call("InitializeConnection", InitializeConnectionRequest.getDefaultInstance());
            long commands = client.send("GetAsyncCommand", GetAsyncCommandRequest.getDefaultInstance(), false);
            client.call(
                    "RegisterDataSource",
                    RegisterDataSourceRequest.newBuilder()
                            .setDataSourceDescriptor(
                                    DataSourceDescriptor.newBuilder().setName("load"))
                            .build());
            client.awaitReply(commands);
            SharedMemory memory = SharedMemory.map(client.receivedDescriptor());
            int buffer = GetAsyncCommandResponse.parseFrom(
                            client.awaitReply(commands).bytes())
                    .getSetupDataSource()
                    .getConfig()
                    .getTargetBuffer();
            client.call(
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
            write(client, writer, packet, start.join());
            client.call("Sync", SyncRequest.getDefaultInstance());
            memory.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void write(RawClient client, PageWriter writer, byte[] packet, long startNs) throws IOException {
        long events = rate / producers * seconds;
        long endNs = startNs + seconds * 1_000_000_000L;
        for (long i = 0; i < events; i++) {
            if (i % BATCH_SIZE == 0) {
                if (writer.hasCommits()) {
                    client.send("CommitData", writer.commit(), true);
                }
                long dueNs = startNs + (long) (seconds * 1e9 / events * i);
                for (long leftNs = dueNs - System.nanoTime(); leftNs > 0; leftNs = dueNs - System.nanoTime()) {
                    LockSupport.parkNanos(leftNs);
                }
            }
            for (long waitNs = SHORTEST_WAIT_NS;
                    !writer.write(packet);
                    waitNs = Math.min(LONGEST_WAIT_NS, 8 * waitNs)) {
                stalls.incrementAndGet();
                if (writer.hasCommits()) {
                    client.send("CommitData", writer.commit(), true);
                }
                LockSupport.parkNanos(waitNs);
            }
            if (i % BATCH_SIZE == BATCH_SIZE - 1 && System.nanoTime() <= endNs) {
                inTime.addAndGet(BATCH_SIZE);
            }
        }
        writer.finish();
        client.send("CommitData", writer.commit(), true);
        lastNs.accumulateAndGet(System.nanoTime(), Math::max);
        written.addAndGet(events);
    }
}
