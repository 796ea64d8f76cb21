package traceglass.app.cli.service;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.Interrupts;
import traceglass.app.io.UsageErrors;
import traceglass.service.builtin.BuiltInProbes;
import traceglass.service.ipc.LocalService;
import traceglass.service.ipc.ServiceHost;
import traceglass.service.ipc.SocketNames;
import traceglass.service.ipc.SocketPermissions;
import traceglass.service.probe.ProbeHost;

/// `service`: runs the tracing service until it is terminated.
@Command(name = "service", description = ServiceCommandTexts.SERVICE, mixinStandardHelpOptions = true)
public final class ServiceCommand implements Callable<Integer> {

    private static final String VERSION = "Traceglass";

    @Spec
    CommandSpec spec;

    @Option(names = "--producer-socket", paramLabel = "SOCKET", description = ServiceCommandTexts.PRODUCER_SOCKET)
    List<String> producerSockets = List.of();

    @Option(names = "--consumer-socket", paramLabel = "SOCKET", description = ServiceCommandTexts.CONSUMER_SOCKET)
    List<String> consumerSockets = List.of();

    @Option(
            names = "--set-socket-permissions",
            paramLabel = "PERMISSIONS",
            description = ServiceCommandTexts.PERMISSIONS)
    String permissions;

    @Option(names = "--enable-relay-endpoint", description = ServiceCommandTexts.RELAYS)
    boolean acceptsAllRelays;

    @Option(names = "--enable-relay-endpoint-on", paramLabel = "SOCKET", description = ServiceCommandTexts.RELAYS_ON)
    List<String> relaySockets = List.of();

    @Option(names = "--probes", description = ServiceCommandTexts.PROBES)
    boolean connectsProbes;

    @Option(names = "--socket-owner", paramLabel = "USER", description = ServiceCommandTexts.SOCKET_OWNER)
    String socketOwner;

    @Option(names = "--until-input-ends", description = ServiceCommandTexts.UNTIL_INPUT_ENDS)
    boolean stopsAtEndOfInput;

    @Option(names = "--relay-to", paramLabel = "ADDRESS", description = ServiceCommandTexts.RELAY_TO)
    String relayTo;

    private final CountDownLatch end = new CountDownLatch(1);

    @Override
    public Integer call() throws Failure {
        if (relayTo != null) {
            if (!consumerSockets.isEmpty()) {
                throw UsageErrors.of(spec, ServiceCommandTexts.RELAY_WITHOUT_CONSUMERS);
            }
            RelayRun.run(
                    producerSockets.isEmpty() ? SocketNames.producers(System.getenv()) : producerSockets,
                    relayTo,
                    VERSION);
            return 0;
        }
        SocketPermissions parsed = permissions == null ? null : SocketPermissions.parse(permissions);
        if (permissions != null && parsed == null) {
            throw UsageErrors.of(spec, ServiceCommandTexts.invalidPermissions(permissions));
        }
        List<String> producers =
                producerSockets.isEmpty() ? SocketNames.producers(System.getenv()) : List.copyOf(producerSockets);
        List<String> consumers =
                consumerSockets.isEmpty() ? SocketNames.consumers(System.getenv()) : List.copyOf(consumerSockets);
        boolean isLinux = System.getProperty("os.name").equals("Linux");
        if (!isLinux && Stream.concat(producers.stream(), consumers.stream()).anyMatch(SocketNames::needsLinux)) {
            throw new Failure(ServiceCommandTexts.NEEDS_LINUX);
        }
        for (String name : relaySockets) {
            if (!producers.contains(name)) {
                throw UsageErrors.of(spec, ServiceCommandTexts.noSuchSocket(name));
            }
        }
        ServiceHost.Sockets sockets =
                new ServiceHost.Sockets(producers, consumers, acceptsAllRelays ? producers : relaySockets);
        try (Interrupts _ = stopsAtEndOfInput ? ignoreTerminal() : null;
                ServiceHost host =
                        new ServiceHost(sockets, VERSION, p -> CommandOutput.report(ServiceCommandTexts.problem(p)));
                ProbeHost probes = connectsProbes ? connectProbes(host.local()) : null) {
            if (socketOwner != null) {
                SocketPermissions.changeOwner(producers, socketOwner);
                SocketPermissions.changeOwner(consumers, socketOwner);
            }
            if (parsed != null) {
                parsed.apply(producers, consumers);
            }
            List<String> names = host.names();
            CommandOutput.print(ServiceCommandTexts.listening(
                    names.subList(0, producers.size()), names.subList(producers.size(), names.size())));
            runUntilStopped(host, probes);
            return 0;
        } catch (IOException e) {
            throw new Failure(ServiceCommandTexts.cantListen(producers, consumers, CommandOutput.reason(e)), e);
        }
    }

    /// Ignores Ctrl+C and the end of the terminal: the program at the other end of the pipe gets them too, and
    /// decides.
    private static Interrupts ignoreTerminal() {
        return Interrupts.install(List.of("INT", "HUP"), () -> {});
    }

    private static ProbeHost connectProbes(LocalService service) {
        return ProbeHost.connect(
                service.service(),
                service.loop(),
                service.self(),
                BuiltInProbes.all(),
                (source, reason) -> CommandOutput.report(source + ": " + reason));
    }

    /// Ends the command when standard input is closed.
    private void watchInput() {
        try {
            while (System.in.read() >= 0) {
                // Discard the input; only its end matters.
            }
        } catch (IOException e) {
            // Treat an error like the end of the input.
        }
        end.countDown();
    }

    /// Waits until the process ends or the thread is interrupted. A shutdown hook lets running sessions finish
    /// their files.
    private void runUntilStopped(ServiceHost host, ProbeHost probes) {
        Thread hook = new Thread(() -> close(host, probes), "end of the tracing service");
        Runtime.getRuntime().addShutdownHook(hook);
        if (stopsAtEndOfInput) {
            Thread.ofPlatform().daemon().name("input of the tracing service").start(this::watchInput);
        }
        try {
            end.await();
        } catch (InterruptedException e) {
            // The caller ends the command.
        }
        Runtime.getRuntime().removeShutdownHook(hook);
    }

    private static void close(ServiceHost host, ProbeHost probes) {
        try {
            if (probes != null) {
                probes.close();
            }
            host.close();
        } catch (IOException e) {
            CommandOutput.report(ServiceCommandTexts.problem(e));
        }
    }
}
