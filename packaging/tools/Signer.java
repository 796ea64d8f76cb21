import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;

/// Checksums and Ed25519 signatures of packages:
///
///     java Signer.java sums FILE...         writes FILE.sha256, and FILE.sig if TRACEGLASS_SIGNING_KEY names a private key
///     java Signer.java key FOLDER           writes a new key: private.pem, and public.txt for TRACEGLASS_PUBLIC_KEY
///
/// A signature is over the line of the checksum file, `SHA256  NAME` with a line feed.
class Signer {

    public static void main(String... args) throws IOException, GeneralSecurityException {
        switch (args[0]) {
            case "key" -> createKey(Path.of(args[1]));
            case "sums" -> {
                for (int i = 1; i < args.length; i++) {
                    sums(Path.of(args[i]));
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void createKey(Path folder) throws IOException, GeneralSecurityException {
        Files.createDirectories(folder);
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
        Path secret = folder.resolve("private.pem");
        Files.deleteIfExists(secret);
        Files.createFile(secret);
        boolean isPosix = secret.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (isPosix) {
            Files.setPosixFilePermissions(secret, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
        }
        Files.writeString(
                secret,
                "-----BEGIN PRIVATE KEY-----\n" + lines.encodeToString(pair.getPrivate().getEncoded())
                        + "\n-----END PRIVATE KEY-----\n");
        Files.writeString(
                folder.resolve("public.txt"),
                Base64.getEncoder().encodeToString(pair.getPublic().getEncoded()) + "\n");
    }

    private static void sums(Path file) throws IOException, GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        String line = HexFormat.of().formatHex(digest.digest()) + "  " + file.getFileName() + "\n";
        Files.writeString(Path.of(file + ".sha256"), line);
        Files.deleteIfExists(Path.of(file + ".sig"));
        String key = System.getenv("TRACEGLASS_SIGNING_KEY");
        if (key != null && !key.isEmpty()) {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(privateKey(Path.of(key)));
            signature.update(line.getBytes(StandardCharsets.UTF_8));
            Files.writeString(Path.of(file + ".sig"), Base64.getEncoder().encodeToString(signature.sign()) + "\n");
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        String base64 = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
        return KeyFactory.getInstance("Ed25519")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
    }
}
