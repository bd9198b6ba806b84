# Options of tiga's own targets. They are private to each target: a consumer never inherits them.

set(TIGA_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wsign-conversion)

# tiga_build_options(TARGET): warnings and sanitizers for one of tiga's own targets.
function(tiga_build_options target)
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${TIGA_WARNINGS}>)
  endif()
  if(TIGA_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
  endif()
  if(TIGA_SANITIZE)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${TIGA_SANITIZE}
                                             -fno-omit-frame-pointer -fno-sanitize-recover=all>)
    target_link_options(${target} PRIVATE -fsanitize=${TIGA_SANITIZE})
  endif()
endfunction()
