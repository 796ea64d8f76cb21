package traceglass.app.cli.convert;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.StandardOutput;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.output.OutputTarget;

/// Options for the file that a command writes.
final class OutputFlags {

    /// Writes the content of the file.
    interface Body {
        void write(OutputStream out) throws IOException, ConvertProblem, Failure;
    }

    /// Writes the files of a folder.
    interface FolderBody {
        void write(Path folder) throws IOException, ConvertProblem;
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            required = true,
            description = ConvertTexts.OUTPUT)
    Path output;

    @Option(names = "--force", description = ConvertTexts.FORCE)
    boolean force;

    /// Writes a folder, or nothing if an error occurs.
    ///
    /// @param inputs files that are read while writing and must not be replaced
    void writeFolder(List<Path> inputs, FolderBody body) throws Failure {
        if (output.toString().equals("-")) {
            throw new Failure(ConvertTexts.FOLDER_TO_STANDARD_OUTPUT);
        }
        try (OutputTarget target = OutputTarget.of(output, force, inputs)) {
            body.write(target.temporaryFolder());
            target.commit();
        } catch (ConvertProblem e) {
            throw new Failure(e.getMessage(), e);
        } catch (IOException e) {
            throw new Failure(ConvertTexts.cantWrite(output, CommandOutput.reason(e)), e);
        }
    }

    /// Writes the file, or standard output. After an error, the file does not exist.
    ///
    /// @param inputs files that are read while writing and must not be replaced
    void write(List<Path> inputs, Body body) throws Failure {
        try {
            if (output.toString().equals("-")) {
                OutputStream out = StandardOutput.checked();
                body.write(out);
                out.flush();
                return;
            }
            try (OutputTarget target = OutputTarget.of(output, force, inputs)) {
                body.write(target.stream());
                target.commit();
            }
        } catch (ConvertProblem e) {
            throw new Failure(e.getMessage(), e);
        } catch (IOException e) {
            throw new Failure(ConvertTexts.cantWrite(output, CommandOutput.reason(e)), e);
        } catch (UncheckedIOException e) {
            throw new Failure(ConvertTexts.cantWrite(output, CommandOutput.reason(e.getCause())), e);
        }
    }
}
