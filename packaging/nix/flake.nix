# Template: packaging/release puts the version, the addresses and the checksum in.
# Installs the program for any Linux from a release: compiling it needs Swift 6.2, which nixpkgs does not have.
# In a folder with this file: nix profile install path:.
{
  description = "Move authenticator accounts without losing any";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
    in
    {
      packages.${system}.default = pkgs.stdenv.mkDerivation rec {
        pname = "totp-import";
        version = "@VERSION@";
        src = pkgs.fetchurl {
          url = "@URL@/totp-import-${version}-linux-x86_64.tar.xz";
          sha256 = "@SHA256@";
        };
        # The loader of NixOS is in another place; libgcc_s is loaded when a thread ends.
        nativeBuildInputs = [ pkgs.autoPatchelfHook ];
        runtimeDependencies = [ pkgs.stdenv.cc.cc.lib ];
        dontConfigure = true;
        dontBuild = true;
        # It is stripped, and stripping it again would change it.
        dontStrip = true;
        installPhase = ''
          runHook preInstall
          mkdir -p $out/share/doc/totp-import
          cp -r bin share $out/
          cp -r README.md CHANGELOG.md LICENSE Docs $out/share/doc/totp-import/
          runHook postInstall
        '';
        doInstallCheck = true;
        installCheckPhase = "$out/bin/totp-import --version | grep -F $version";
        meta = {
          description = "Move authenticator accounts without losing any";
          homepage = "@HOMEPAGE@";
          license = "@LICENSES@";
          sourceProvenance = [ pkgs.lib.sourceTypes.binaryNativeCode ];
          platforms = [ system ];
          mainProgram = "totp-import";
        };
      };
    };
}
