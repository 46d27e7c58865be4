# brew install --HEAD packages/homebrew/assay.rb, in a checkout: the formula builds the commit that is checked out.
class Assay < Formula
  desc "Test bench for disentanglement metrics"
  license "MIT"
  head File.expand_path("../..", __dir__), using: :git

  depends_on "pkg-config" => :test
  depends_on "gnuplot"
  depends_on "jansson"
  depends_on "liblbfgs"
  depends_on "libyaml"
  depends_on "libzip"
  depends_on :linux
  depends_on "nettle"
  depends_on "python@3.11"
  depends_on "sqlite"
  depends_on "zlib"

  def install
    system "make", "CC=#{ENV.cc}", "PREFIX=#{prefix}", "PYTHON=#{Formula["python@3.11"].opt_bin}/python3.11", "install"
  end

  test do
    assert_match "mig", shell_output("#{bin}/assay score --scenario noise --samples 500 --metrics mig")
  end
end
