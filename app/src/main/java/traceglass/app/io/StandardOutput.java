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

/// Standard output that remembers what went wrong: Java's own swallows it, and a result that did not fit on the disk
/// would end as a success, or a long one be computed to its end for a reader who left.
public final class StandardOutput extends PrintStream {

    private static final int BUFFER = 8192;

    private final Sink sink;

    /// What is below the buffer.
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
        super(new BufferedOutputStream(sink, BUFFER), true, charset);
        this.sink = sink;
    }

    /// @param out is written to as text in `charset`
    public static StandardOutput over(OutputStream out, Charset charset) {
        return new StandardOutput(new Sink(out), charset);
    }

    /// Takes the place of the process's standard output.
    public static void install() {
        System.setOut(over(new FileOutputStream(FileDescriptor.out), System.out.charset()));
    }

    /// Standard output for whoever writes much: what cannot be written is an exception here, so that the work for
    /// it ends.
    public static OutputStream checked() {
        return checked(System.out);
    }

    /// The same for another stream that swallows what goes wrong.
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
                    throw new IOException("standard output takes no more");
                }
            }
        };
    }

    /// Whether something could not be written, so that there is no sense in going on.
    public static boolean isBroken() {
        return System.out.checkError();
    }

    /// The exit code of a command whose own is `code`: what it printed has to have arrived. A reader who has seen
    /// enough and left, as `head` does, is no failure.
    public static int end(int code) {
        System.out.flush();
        if (!(System.out instanceof StandardOutput out) || out.sink.failure == null || isReaderGone(out.sink.failure)) {
            return code;
        }
        System.err.println("traceglass: the output cannot be written: " + Out.reason(out.sink.failure));
        return 1;
    }

    private static boolean isReaderGone(IOException e) {
        String reason = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return reason.contains("broken pipe")
                || reason.contains("pipe is being closed")
                || reason.contains("connection reset");
    }
}
