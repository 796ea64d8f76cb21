import java.nio.file.Path;
import java.util.logging.Logger;
import traceglass.sdk.Category;
import traceglass.sdk.DataSource;
import traceglass.sdk.InProcessRecording;
import traceglass.sdk.LogPriority;
import traceglass.sdk.SourceInstance;
import traceglass.sdk.Trace;
import traceglass.sdk.Tracing;
import traceglass.sdk.TracingOptions;
import traceglass.sdk.Track;
import traceglass.sdk.logging.TraceLogHandler;

/// A coffee shop that uses every kind of event. Writes `coffee.pftrace`, or the file in its argument:
///
///     java --enable-native-access=ALL-UNNAMED -cp traceglass-sdk.jar CoffeeShop.java
public class CoffeeShop {

    private static final Category SHOP = Category.of("shop", "Orders of the coffee shop");
    private static final Category MACHINE = Category.of("machine", "What the machine does", "hardware");
    private static final Category DETAILS = Category.of("details", "Recorded only when asked for", "debug");

    // Counters with different units; the last one is written as differences.
    private static final Track WATER = Track.counter("water", "ml", 1, false);
    private static final Track TEMPERATURE = Track.counter("temperature", "°C", 1, false);
    private static final Track SOLD = Track.counter("cups sold", Track.Unit.COUNT);
    private static final Track BEANS = Track.counter("beans ground", "g", 1, true);

    // A state lasts until the next one.
    private static final Track STATE = Track.states("machine state");

    // Child tracks of a track, with an explicit order.
    private static final Track COUNTER =
            Track.named("counter").withOrder(Track.Order.RANK).withDescription("Where customers stand");
    private static final Track QUEUE = Track.named("queue").under(COUNTER).withRank(1);
    private static final Track PICKUP = Track.named("pickup").under(COUNTER).withRank(2);

    private static final Logger LOG = Logger.getLogger("coffee");

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments.length > 0 ? arguments[0] : "coffee.pftrace");
        LOG.setUseParentHandlers(false);
        LOG.addHandler(new TraceLogHandler());
        new Receipts().register();
        TracingOptions options =
                new TracingOptions().bufferKb(8192).enable("details").dataSource("coffee.receipts", "printer=1");
        try (InProcessRecording recording = InProcessRecording.start(options)) {
            recording.saveOnTrigger("closing time", file);
            open();
            Tracing.activateTriggers("closing time");
        }
        System.out.println("Wrote " + file);
    }

    private static void open() throws InterruptedException {
        // A slice with separate calls for its beginning and end.
        Trace.begin(SHOP, "open");
        Trace.state(MACHINE, STATE, "heating");
        for (int degrees = 60; degrees <= 90; degrees += 10) {
            Trace.counter(MACHINE, TEMPERATURE, degrees + 0.5);
            Thread.sleep(1);
        }
        Trace.state(MACHINE, STATE, "ready");
        for (int order = 1; order <= 3; order++) {
            serve(order);
        }
        deliver();
        Trace.instant(SHOP, "closed", Track.process());
        Trace.state(MACHINE, STATE, null);
        Trace.end(SHOP);
    }

    private static void serve(int order) throws InterruptedException {
        // The customer waits on a track that is not a thread. A flow connects the order with the cup.
        Trace.event(SHOP, "wait").on(QUEUE).flow(order).correlation(order).begin();
        // A slice for a block, with every kind of argument.
        try (var slice = Trace.event(SHOP, "make coffee")
                .correlation(order)
                .arg("order", order)
                .arg("price", 2.5)
                .arg("takeaway", order == 2)
                .arg("customer", "Ada")
                .unsigned("receipt", -1)
                .pointer("cup", 0xC0FFEE)
                .json("recipe", "{\"shots\": 2, \"milk\": {\"ml\": 120}}")
                .dict("sizes")
                .arg("cup", 250)
                .array("sugar")
                .arg(null, 1)
                .arg(null, 2)
                .close()
                .close()
                .location("CoffeeShop.java", "serve", 93)
                .scope()) {
            grind(order);
            brew(order);
        }
        Trace.end(SHOP, QUEUE);
        Trace.event(SHOP, "cup").on(PICKUP).endFlow(order).instant();
        // Names that are built at run time are not interned.
        Trace.event(SHOP, "thank customer " + order)
                .dynamicName()
                .category("shop.customer." + order)
                .instant();
    }

    private static void grind(int order) throws InterruptedException {
        try (var slice = Trace.scope(MACHINE, "grind")) {
            Trace.counter(MACHINE, BEANS, 18 * order);
            Thread.sleep(2);
            if (order == 3) {
                // An instant with a callstack.
                Trace.event(MACHINE, "stuck").callstack().instant();
                LOG.warning("The grinder is stuck");
            }
        }
    }

    private static void brew(int order) throws InterruptedException {
        try (var slice = Trace.scope(MACHINE, "brew")) {
            Thread.sleep(3);
            Trace.event(DETAILS, "pressure").arg("bar", 9).instant();
            Trace.event(MACHINE, "done")
                    .log(LogPriority.INFO, "cup " + order + " is full")
                    .instant();
        }
        Trace.counter(MACHINE, WATER, 1000 - 200L * order);
        Trace.counter(SHOP, SOLD, order);
    }

    /// Each virtual thread has its own track.
    private static void deliver() throws InterruptedException {
        for (String street : new String[] {"Main Street", "Station Road"}) {
            Thread.ofVirtual()
                    .name("courier to " + street)
                    .start(() -> {
                        try (var slice = Trace.scope(SHOP, "deliver")) {
                            Thread.yield();
                        }
                    })
                    .join();
        }
    }

    /// A custom data source can write packets of any kind; this one writes a log message.
    private static final class Receipts extends DataSource {

        Receipts() {
            super("coffee.receipts");
        }

        @Override
        protected void started(SourceInstance instance) {
            String config = instance.text();
            instance.write((packet, isFresh) -> {
                int logs = packet.open(39);
                int line = packet.open(1);
                packet.varint(1, 1)
                        .varint(5, System.currentTimeMillis() * 1_000_000)
                        .string(6, "receipts")
                        .varint(7, 4)
                        .string(8, "started with " + config);
                packet.close(line);
                packet.close(logs);
            });
        }
    }
}
