#include "conformance/client/transfer_failure.hpp"

#include <curl/curl.h>
#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

using testing::AllOf;
using testing::Field;
using testing::HasSubstr;

struct FailureCase {
    std::string_view name;
    TransferFailure breakdown;
    ErrorCode code;
    std::string_view what;
    std::string_view hint;
};

class DescribeFailure : public testing::TestWithParam<FailureCase> {};

TEST_P(DescribeFailure, ReportsTargetCauseAndFix) {
    TransferFailure breakdown = GetParam().breakdown;
    breakdown.target = "GET http://h/x";
    EXPECT_THAT(describe_failure(breakdown),
                AllOf(Field(&Error::code, GetParam().code),
                      Field(&Error::message,
                            AllOf(HasSubstr("GET http://h/x"),
                                  HasSubstr(GetParam().what),
                                  HasSubstr(GetParam().hint)))));
}

using std::chrono::milliseconds;
INSTANTIATE_TEST_SUITE_P(
    Table,
    DescribeFailure,
    testing::Values(
        FailureCase{"Refused",
                    {.curl_code = CURLE_COULDNT_CONNECT},
                    ErrorCode::kUnreachable,
                    "refused",
                    "base URL"},
        FailureCase{"RefusedAfterTheRequest",
                    {.curl_code = CURLE_COULDNT_CONNECT, .request_sent = true},
                    ErrorCode::kIo,
                    "the connection ended before a response",
                    "log"},
        FailureCase{"UnknownHost",
                    {.curl_code = CURLE_COULDNT_RESOLVE_HOST},
                    ErrorCode::kUnreachable,
                    "host name is unknown",
                    "base URL"},
        FailureCase{"OwnCertificate",
                    {.curl_code = CURLE_SSL_CERTPROBLEM},
                    ErrorCode::kUsage,
                    "our own certificate",
                    "client_certificate"},
        FailureCase{"UnknownProxy",
                    {.curl_code = CURLE_COULDNT_RESOLVE_PROXY},
                    ErrorCode::kUnreachable,
                    "proxy",
                    "environment"},
        FailureCase{"NoConnectionToTheProxy",
                    {.curl_code = CURLE_COULDNT_CONNECT, .proxy = "http://p (http_proxy)"},
                    ErrorCode::kUnreachable,
                    "through the proxy http://p (http_proxy): there is no connection to the proxy",
                    "NO_PROXY"},
        FailureCase{"UnreadableAuthorities",
                    {.curl_code = CURLE_SSL_CACERT_BADFILE, .authorities = "/f (SSL_CERT_FILE)"},
                    ErrorCode::kUsage,
                    "the CA file /f (SSL_CERT_FILE) cannot be read",
                    "PEM"},
        FailureCase{"NoConnectionInTime",
                    {.curl_code = CURLE_OPERATION_TIMEDOUT, .timeout = milliseconds(70)},
                    ErrorCode::kUnreachable,
                    "no connection was established in time (70 ms)",
                    "base URL"},
        FailureCase{"NoResponseInTime",
                    {.curl_code = CURLE_OPERATION_TIMEDOUT,
                     .request_sent = true,
                     .timeout = milliseconds(70)},
                    ErrorCode::kTimeout,
                    "no response in time (70 ms)",
                    "raise the timeout"},
        FailureCase{"ResponseWithoutEnd",
                    {.curl_code = CURLE_OPERATION_TIMEDOUT,
                     .request_sent = true,
                     .status = 200,
                     .body_bytes = 3},
                    ErrorCode::kTimeout,
                    "did not end in time (0 ms), after status 200 and 3 bytes of body",
                    "raise the timeout"},
        FailureCase{
            "TooLarge",
            {.curl_code = CURLE_WRITE_ERROR, .over_limit = true, .status = 200, .max_body = 9},
            ErrorCode::kLimit,
            "larger than allowed (9 bytes of body)",
            "--response-memory"},
        FailureCase{"EmptyReply",
                    {.curl_code = CURLE_GOT_NOTHING, .detail = "Empty reply from server"},
                    ErrorCode::kIo,
                    "ended before a response [Empty reply from server]",
                    "log"},
        FailureCase{"CutShort",
                    {.curl_code = CURLE_PARTIAL_FILE, .status = 200},
                    ErrorCode::kIo,
                    "ended within the response, after status 200 and 0 bytes",
                    "Content-Length"},
        FailureCase{"CutInItsHead",
                    {.curl_code = CURLE_OK, .status = 204, .within_head = true, .fields = 2},
                    ErrorCode::kIo,
                    "within the head of the response, after status 204 and 2 complete header",
                    "log"},
        FailureCase{"OnlyInformational",
                    {.curl_code = CURLE_OK, .status = 103},
                    ErrorCode::kIo,
                    "after an informational response",
                    "log"},
        FailureCase{"NotHttp",
                    {.curl_code = CURLE_UNSUPPORTED_PROTOCOL},
                    ErrorCode::kIo,
                    "not HTTP/1.1",
                    "port"},
        FailureCase{"Untrusted",
                    {.curl_code = CURLE_PEER_FAILED_VERIFICATION},
                    ErrorCode::kIo,
                    "not trusted",
                    "--ca-file"},
        FailureCase{"NoHandshake",
                    {.curl_code = CURLE_SSL_CONNECT_ERROR},
                    ErrorCode::kIo,
                    "TLS",
                    "http://"},
        FailureCase{"BadCaFile",
                    {.curl_code = CURLE_SSL_CACERT_BADFILE},
                    ErrorCode::kUsage,
                    "CA file",
                    "PEM"},
        FailureCase{"BadUrl",
                    {.curl_code = CURLE_URL_MALFORMAT},
                    ErrorCode::kUsage,
                    "malformed",
                    "host:port"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace plumbline::client
