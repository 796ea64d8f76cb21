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
import traceglass.app.io.UsageErrors;
import traceglass.service.ipc.ServiceHost;
import traceglass.service.ipc.SocketNames;
import traceglass.service.ipc.SocketPermissions;

/// `service`: runs the tracing service until the process is asked to end.
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
    boolean allRelays;

    @Option(names = "--enable-relay-endpoint-on", paramLabel = "SOCKET", description = ServiceCommandTexts.RELAYS_ON)
    List<String> relaySockets = List.of();

    @Override
    public Integer call() throws Failure {
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
                new ServiceHost.Sockets(producers, consumers, allRelays ? producers : relaySockets);
        try (ServiceHost host =
                new ServiceHost(sockets, VERSION, p -> CommandOutput.report(ServiceCommandTexts.problem(p)))) {
            if (parsed != null) {
                parsed.apply(producers, consumers);
            }
            List<String> names = host.names();
            CommandOutput.print(ServiceCommandTexts.listening(
                    names.subList(0, producers.size()), names.subList(producers.size(), names.size())));
            runUntilStopped(host);
            return 0;
        } catch (IOException e) {
            throw new Failure(ServiceCommandTexts.cantListen(producers, consumers, CommandOutput.reason(e)), e);
        }
    }

    /// Waits until the process ends or the thread is interrupted. The hook lets running sessions finish their
    /// files.
    private static void runUntilStopped(ServiceHost host) {
        Thread hook = new Thread(() -> close(host), "end of the tracing service");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    private static void close(ServiceHost host) {
        try {
            host.close();
        } catch (IOException e) {
            CommandOutput.report(ServiceCommandTexts.problem(e));
        }
    }
}
