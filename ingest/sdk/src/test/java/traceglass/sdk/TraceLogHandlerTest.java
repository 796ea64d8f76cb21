package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import traceglass.sdk.logging.TraceLogHandler;

class TraceLogHandlerTest {

    @Test
    void writesLogMessagesWithTheirLevels() throws Exception {
        Logger logger = Logger.getLogger("sdk.test.logger");
        logger.setUseParentHandlers(false);
        TraceLogHandler handler = new TraceLogHandler();
        logger.addHandler(handler);
        try (InProcessRecording recording = InProcessRecording.start(new TracingOptions().bufferKb(64))) {
            logger.log(Level.WARNING, "request {0} is late", 17);
            logger.log(Level.SEVERE, "failed", new IllegalStateException("broken"));
            logger.fine("not loggable");
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "5|request 17 is late; 6|failed", trace.rows("select prio, msg from android_logs order by ts"));
                assertEquals(
                        "sdk.test.logger; sdk.test.logger",
                        trace.rows("select name from slice where category = 'log'"));
            }
        } finally {
            logger.removeHandler(handler);
        }
    }
}
