#include "conformance/client/failure.hpp"

#include <curl/curl.h>
#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

using testing::AllOf;
using testing::Field;
using testing::HasSubstr;

struct Refusal {
    std::string_view name;
    Breakdown breakdown;
    ErrorCode code;
    std::string_view what;
    std::string_view hint;
};

class Explain : public testing::TestWithParam<Refusal> {};

TEST_P(Explain, NamesTargetCauseAndMend) {
    Breakdown breakdown = GetParam().breakdown;
    breakdown.target = "GET http://h/x";
    EXPECT_THAT(explain(breakdown),
                AllOf(Field(&Error::code, GetParam().code),
                      Field(&Error::message,
                            AllOf(HasSubstr("GET http://h/x: "),
                                  HasSubstr(GetParam().what),
                                  HasSubstr(GetParam().hint)))));
}

using std::chrono::milliseconds;
INSTANTIATE_TEST_SUITE_P(
    Table,
    Explain,
    testing::Values(Refusal{"Refused",
                            {.curl_code = CURLE_COULDNT_CONNECT},
                            ErrorCode::kUnreachable,
                            "refused",
                            "base URL"},
                    Refusal{"RefusedAfterTheRequest",
                            {.curl_code = CURLE_COULDNT_CONNECT, .request_sent = true},
                            ErrorCode::kIo,
                            "the connection ended before a response",
                            "log"},
                    Refusal{"UnknownHost",
                            {.curl_code = CURLE_COULDNT_RESOLVE_HOST},
                            ErrorCode::kUnreachable,
                            "host name is unknown",
                            "base URL"},
                    Refusal{"OwnCertificate",
                            {.curl_code = CURLE_SSL_CERTPROBLEM},
                            ErrorCode::kUsage,
                            "our own certificate",
                            "client_certificate"},
                    Refusal{"UnknownProxy",
                            {.curl_code = CURLE_COULDNT_RESOLVE_PROXY},
                            ErrorCode::kUnreachable,
                            "proxy",
                            "environment"},
                    Refusal{"NoConnectionInTime",
                            {.curl_code = CURLE_OPERATION_TIMEDOUT, .timeout = milliseconds(70)},
                            ErrorCode::kUnreachable,
                            "no connection came about in time (70 ms)",
                            "base URL"},
                    Refusal{"NoResponseInTime",
                            {.curl_code = CURLE_OPERATION_TIMEDOUT,
                             .request_sent = true,
                             .timeout = milliseconds(70)},
                            ErrorCode::kTimeout,
                            "no response in time (70 ms)",
                            "raise the timeout"},
                    Refusal{"ResponseWithoutEnd",
                            {.curl_code = CURLE_OPERATION_TIMEDOUT,
                             .request_sent = true,
                             .status = 200,
                             .body_bytes = 3},
                            ErrorCode::kTimeout,
                            "did not end in time (0 ms), after status 200 and 3 bytes of body",
                            "raise the timeout"},
                    Refusal{"TooLarge",
                            {.curl_code = CURLE_WRITE_ERROR, .over_limit = true, .max_body = 9},
                            ErrorCode::kLimit,
                            "larger than accepted (9 bytes of body)",
                            "raise the limit"},
                    Refusal{"EmptyReply",
                            {.curl_code = CURLE_GOT_NOTHING, .detail = "Empty reply from server"},
                            ErrorCode::kIo,
                            "ended before a response [Empty reply from server]",
                            "log"},
                    Refusal{"CutShort",
                            {.curl_code = CURLE_PARTIAL_FILE, .status = 200},
                            ErrorCode::kIo,
                            "ended within the response, after status 200 and 0 bytes",
                            "Content-Length"},
                    Refusal{"NotHttp",
                            {.curl_code = CURLE_UNSUPPORTED_PROTOCOL},
                            ErrorCode::kIo,
                            "not HTTP/1.1",
                            "port"},
                    Refusal{"Untrusted",
                            {.curl_code = CURLE_PEER_FAILED_VERIFICATION},
                            ErrorCode::kIo,
                            "not trusted",
                            "--ca-file"},
                    Refusal{"NoHandshake",
                            {.curl_code = CURLE_SSL_CONNECT_ERROR},
                            ErrorCode::kIo,
                            "TLS",
                            "http://"},
                    Refusal{"BadCaFile",
                            {.curl_code = CURLE_SSL_CACERT_BADFILE},
                            ErrorCode::kUsage,
                            "CA file",
                            "PEM"},
                    Refusal{"BadUrl",
                            {.curl_code = CURLE_URL_MALFORMAT},
                            ErrorCode::kUsage,
                            "malformed",
                            "host:port"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace plumbline::client
