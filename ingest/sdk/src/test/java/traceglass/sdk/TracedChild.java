package traceglass.sdk;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// A program that writes events through the service and ends in the requested way after a line on standard input.
/// Arguments: the socket of the service, and how to end.
final class TracedChild {

    /// Number of events.
    static final int EVENTS = 1000;

    private static final Category CHILD = Category.of("sdk.child", "Events of a program that ends");

    private TracedChild() {}

    public static void main(String[] arguments) throws Exception {
        Tracing tracing = Tracing.initialize(new TracingSetup().address(arguments[0]), Tracing.Backend.SYSTEM);
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (arguments[1].equals("is refused first")) {
            Thread.sleep(500);
            System.out.println(tracing.isConnected() ? "connected" : "refused");
        }
        while (!CHILD.isEnabled()) {
            Thread.sleep(10);
        }
        for (int i = 0; i < EVENTS; i++) {
            Trace.event(CHILD, "step").arg("i", i).instant();
        }
        System.out.println("ready");
        input.readLine();
        switch (arguments[1]) {
            case "exits" -> System.exit(0);
            case "halts" -> Runtime.getRuntime().halt(1);
            case "throws" -> throw new IllegalStateException("the end of the program");
            case "crashes" -> MemorySegment.NULL.reinterpret(8).set(ValueLayout.JAVA_LONG, 0, 1);
            case "leaves a program behind" -> {
                Process other = new ProcessBuilder("sleep", "100").start();
                System.out.println(other.pid());
                System.exit(0);
            }
            default -> Thread.sleep(60_000);
        }
    }
}
