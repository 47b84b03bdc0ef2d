#include "spec/http/content_coding.hpp"

#include "spec/base/testing.hpp"

#include <gtest/gtest.h>

#include <string>

namespace plumbline::http {
namespace {

using namespace std::string_literals;

const std::string kText = "data: 1\n\n";
const std::string kGzip =
    "\x1f\x8b\x08\0\0\0\0\0\x02\x03\x4b\x49\x2c\x49\xb4\x52\x30\xe4\xe2\x02\0\xce\xcd\x78\x54\x09\0\0\0"s;
const std::string kZlib = "\x78\x9c\x4b\x49\x2c\x49\xb4\x52\x30\xe4\xe2\x02\0\x0e\x5a\x02\x3a"s;
/// 64 KiB of zeros.
const std::string kZeros = "\x78\xda\xed\xc1\x01\x01\0\0\0\x80\x90\xfe\xaf\xee\x08\x0a"s +
                           std::string(63, '\0') + "\x6a\0\x0f\0\x01"s;

/// The zlib header tells the codings apart here.
std::string coding_of(const std::string& bytes) {
    return bytes.starts_with('\x78') ? "deflate" : "gzip";
}

/// Returns the content of a body that arrives in pieces of this size; the message of an Error.
std::string decoded(const std::string& bytes,
                    std::size_t piece,
                    bool& has_ended,
                    const std::string& coding = "") {
    ContentDecoder decoder(coding.empty() ? coding_of(bytes) : coding);
    std::string content;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        decoder.feed(std::string_view(bytes).substr(at, piece));
        while (true) {
            const auto part = decoder.next();
            if (!part) return "error: " + part.error().message;
            if (!*part) break;
            content += **part;
        }
    }
    has_ended = decoder.has_ended();
    return content;
}

TEST(ContentDecoder, DecodesEveryCodingHoweverItIsSplit) {
    for (const std::string& bytes : {kGzip, kZlib, kGzip + kGzip}) {
        for (const std::size_t piece : {1U, 2U, 7U, 100U}) {
            bool has_ended = false;
            EXPECT_EQ(decoded(bytes, piece, has_ended),
                      bytes == kGzip + kGzip ? kText + kText : kText);
            EXPECT_TRUE(has_ended);
        }
    }
}

TEST(ContentDecoder, DecodesDeflateWithoutItsHeader) {
    const std::string raw = kZlib.substr(2, kZlib.size() - 6);
    for (const std::size_t piece : {1U, 2U, 7U, 100U}) {
        bool has_ended = false;
        EXPECT_EQ(decoded(raw, piece, has_ended, "deflate"), kText) << "pieces of " << piece;
        EXPECT_TRUE(has_ended);
    }
}

TEST(ContentDecoder, RefusesBytesAfterTheEndOfDeflate) {
    ContentDecoder decoder("deflate");
    const std::string bytes = kZlib + "x";
    decoder.feed(bytes);
    EXPECT_EQ(decoder.next().value(), kText);
    EXPECT_FALSE(decoder.next().has_value());
}

TEST(ContentDecoder, DecodesAStreamThatIsFlushedAndNotEnded) {
    bool has_ended = true;
    EXPECT_EQ(decoded(kGzip.substr(0, kGzip.size() - 9), 3, has_ended), kText);
    EXPECT_FALSE(has_ended);
}

TEST(ContentDecoder, ReportsBytesInAnotherCoding) {
    bool has_ended = false;
    EXPECT_EQ(decoded("data: 1\n\n", 100, has_ended), "error: incorrect header check");
    std::string broken = kGzip;
    broken[20] = '\xFF';
    EXPECT_EQ(decoded(broken, 100, has_ended).substr(0, 6), "error:");
}

TEST(ContentDecoder, DecodesContentThatIsMuchLonger) {
    bool has_ended = false;
    EXPECT_EQ(decoded(kZeros, 1'000, has_ended), std::string(65'536, '\0'));
    EXPECT_TRUE(has_ended);
}

TEST(ContentDecoder, KnowsTheCodings) {
    for (const char* name : {"gzip", "GZIP", "x-gzip", "deflate"})
        EXPECT_TRUE(ContentDecoder::can_decode(name)) << name;
    for (const char* name : {"br", "gzip, gzip", "identity", ""})
        EXPECT_FALSE(ContentDecoder::can_decode(name)) << name;
}

TEST(ContentCoding, IsAcceptedIfItIsListed) {
    for (const auto& [accepted, coding] : {std::pair("gzip, deflate", "gzip"),
                                           std::pair("GZIP;q=0.5", "gzip"),
                                           std::pair("*", "br"),
                                           std::pair("gzip", "x-gzip"),
                                           std::pair("x-gzip", "gzip"),
                                           std::pair("identity", ""),
                                           std::pair("identity", "identity"),
                                           std::pair("gzip,br", "gzip, br")})
        EXPECT_TRUE(accepts_codings(accepted, coding)) << accepted << " " << coding;
    for (const auto& [accepted, coding] : {std::pair("identity", "gzip"),
                                           std::pair("", "gzip"),
                                           std::pair("gzip;q=0", "gzip"),
                                           std::pair("gzip; q=0.000", "gzip"),
                                           std::pair("gzip;q=0, *", "gzip"),
                                           std::pair("gzip", "gzip, br")})
        EXPECT_FALSE(accepts_codings(accepted, coding)) << accepted << " " << coding;
}

}  // namespace
}  // namespace plumbline::http
