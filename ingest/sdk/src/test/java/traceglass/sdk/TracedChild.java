package traceglass.sdk;

/// A program that writes events through the service until it is killed. It prints how many.
final class TracedChild {

    private static final Category CHILD = Category.of("sdk.child", "Events of a program that is killed");

    private TracedChild() {}

    public static void main(String[] arguments) throws InterruptedException {
        Tracing.initialize(new TracingSetup().address(arguments[0]), Tracing.Backend.SYSTEM);
        while (!CHILD.isEnabled()) {
            Thread.sleep(10);
        }
        for (int i = 0; i < 1000; i++) {
            Trace.event(CHILD, "step").arg("i", i).instant();
        }
        System.out.println("ready");
        Thread.sleep(60_000);
    }
}
