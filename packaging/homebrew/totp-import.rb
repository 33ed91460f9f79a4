# Template: packaging/release puts the version, the addresses and the checksum in.
class TotpImport < Formula
  desc "Move authenticator accounts without losing any"
  homepage "@HOMEPAGE@"
  url "@URL@/totp-import-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license all_of: ["MIT", "CC-BY-3.0-US", "Apache-2.0", { "Apache-2.0" => { with: "Swift-exception" } }]

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "argon2"
  depends_on "giflib"
  depends_on "jpeg-turbo"
  depends_on "libarchive"
  depends_on "libdeflate"
  depends_on "libgcrypt"
  depends_on "libheif"
  depends_on "libpng"
  depends_on "libpsl"
  depends_on "libsodium"
  depends_on "libtiff"
  depends_on "libxml2"
  depends_on "libyaml"
  depends_on "libzip"
  depends_on macos: :sequoia
  depends_on "openssl@3"
  depends_on "qrencode"
  depends_on "sqlite"
  depends_on "tomlplusplus"
  depends_on "webp"
  depends_on "zbar"
  depends_on "zlib"

  def install
    # Homebrew has its own sandbox, and has installed the libraries.
    system "make", "install", "PREFIX=#{prefix}", "BOOTSTRAP=true", "SWIFT_OPTIONS=--disable-sandbox"
  end

  def caveats
    "To read PDF, SVG and videos as well: brew install poppler librsvg ffmpeg"
  end

  test do
    (testpath/"links.txt").write <<~EOS
      otpauth://totp/Example:ada@example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Example
    EOS
    assert_match "ada@example.org", shell_output("#{bin}/totp-import list links.txt")
    assert_match version.to_s, shell_output("#{bin}/totp-import --version")
  end
end
