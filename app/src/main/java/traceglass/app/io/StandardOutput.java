package traceglass.app.io;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;

/// Standard output that remembers errors. Java's own stream ignores them: the command would report success although a
/// result did not fit on the disk, and compute a long result to its end after the reader has left.
public final class StandardOutput extends PrintStream {

    private static final int BUFFER_SIZE = 8192;

    private final Sink sink;

    /// The stream below the buffer.
    private static final class Sink extends FilterOutputStream {
        private IOException failure;

        Sink(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                failure = failure == null ? e : failure;
                throw e;
            }
        }
    }

    private StandardOutput(Sink sink, Charset charset) {
        super(new BufferedOutputStream(sink, BUFFER_SIZE), true, charset);
        this.sink = sink;
    }

    /// Creates a standard output over another stream.
    ///
    /// @param out receives text in `charset`
    public static StandardOutput over(OutputStream out, Charset charset) {
        return new StandardOutput(new Sink(out), charset);
    }

    /// Replaces the standard output of the process.
    public static void install() {
        System.setOut(over(new FileOutputStream(FileDescriptor.out), System.out.charset()));
    }

    /// Returns standard output for large results: writing throws an exception after an error, so that the work
    /// stops.
    public static OutputStream checked() {
        return checked(System.out);
    }

    /// Returns a checked stream over another stream that ignores errors.
    public static OutputStream checked(PrintStream to) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                to.write(b);
                check();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                to.write(bytes, offset, length);
                check();
            }

            @Override
            public void flush() throws IOException {
                to.flush();
                check();
            }

            private void check() throws IOException {
                if (to.checkError()) {
                    throw new IOException(OutputTexts.OUTPUT_CLOSED);
                }
            }
        };
    }

    /// Returns whether something could not be written, so that further work is useless.
    public static boolean isBroken() {
        return System.out.checkError();
    }

    /// Returns the exit code of a command, which is 1 if its output could not be written. A reader that closed the
    /// pipe early, as `head` does, is not an error.
    public static int exitCode(int code) {
        System.out.flush();
        if (!(System.out instanceof StandardOutput out) || out.sink.failure == null || isReaderGone(out.sink.failure)) {
            return code;
        }
        CommandOutput.report(OutputTexts.cantWriteOutput(CommandOutput.reason(out.sink.failure)));
        return 1;
    }

    private static boolean isReaderGone(IOException e) {
        String reason = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return reason.contains("broken pipe")
                || reason.contains("pipe is being closed")
                || reason.contains("connection reset");
    }
}
